/** The address of the editor of a text. */
export const toEditorPath = (key: string) => `/admin?${new URLSearchParams({ tab: 'texts', text: key })}`;
