const GROUP = 4

/** A secret in groups that can be read aloud and typed. */
export const groupedSecret = (secret: string): string =>
  secret.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ') ?? ''

/** Recovery codes as the text of a file: what they are for, and one code a line. */
export const recoveryText = (heading: string, codes: readonly string[]): string =>
  `${heading}\n\n${codes.join('\n')}\n`

/** Offers `text` as a file of the browser's downloads. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
