/**
 * A name that is not in `names` (ignoring case): the original name with the first free number from 2, at most `maxLength`
 * characters.
 */
export function numberedName(name: string, names: readonly string[], maxLength: number): string {
  const taken = new Set(names.map((one) => one.normalize('NFC').toLowerCase()))
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`
    const numbered = `${[...name]
      .slice(0, maxLength - end.length)
      .join('')
      .trim()}${end}`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}
