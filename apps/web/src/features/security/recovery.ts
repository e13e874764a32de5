const GROUP = 4

/** A secret in groups of characters, so that it is easy to read and type. */
export const groupedSecret = (secret: string): string =>
  secret.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ') ?? ''

/** Recovery codes as the text of a file: a heading, and one code per line. */
export const recoveryText = (heading: string, codes: readonly string[]): string =>
  `${heading}\n\n${codes.join('\n')}\n`

/** Starts a download of `text` as a file. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
