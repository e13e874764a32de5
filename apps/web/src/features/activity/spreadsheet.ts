const FIELD = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g

/**
 * A CSV text (RFC 4180) as a spreadsheet of the language `tag` opens it: with the mark of UTF-8, and with the list separator of the
 * language, which is a semicolon where the comma separates decimals.
 */
export function spreadsheetText(csv: string, tag: string): string {
  const hasDecimalComma = new Intl.NumberFormat(tag).format(0.5).includes(',')
  if (!hasDecimalComma) return `\ufeff${csv}`
  const fields = csv.replace(FIELD, (_match, field: string, end: string) => {
    const written = field.includes(';') && !field.startsWith('"') ? `"${field}"` : field
    return written + (end === ',' ? ';' : end)
  })
  return `\ufeff${fields}`
}
