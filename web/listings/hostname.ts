/** The host name of a URL without `www.`; the text itself if it is not a URL. */
export const toHostname = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
