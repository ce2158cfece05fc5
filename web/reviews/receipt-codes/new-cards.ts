/** The state of the history in which the page of new cards gets the codes: they are neither in an address nor kept by the server. */
export interface NewCards {
  codes: string[];
  business: string;
}
