/** The Cyrillic letters of Serbian in Latin script, and Latin letters that do not come apart. */
const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђ: 'd',
  е: 'e',
  ж: 'z',
  з: 'z',
  и: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'c',
  џ: 'dz',
  ш: 's',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
}
const MAX_LENGTH = 60

/** Names as an id of Home Assistant: lower case ASCII with underscores. `fallback` where no letter or digit is left. */
export function slugOf(names: readonly string[], fallback: string): string {
  const ascii = [...names.join(' ').toLowerCase()]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_LENGTH)
    .replace(/^_+|_+$/g, '')
  return slug === '' ? fallback : slug
}
