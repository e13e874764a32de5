/** A path of the app as its pages know it: in lower case, without slashes at its end. */
export const plainPath = (path: string): string => path.toLowerCase().replace(/(?<=.)\/+$/, '')

/** Corrects the address of a page that was typed or sent in another way. */
export function correctPath(): void {
  const right = plainPath(location.pathname)
  if (right !== location.pathname)
    history.replaceState(history.state, '', right + location.search + location.hash)
}
