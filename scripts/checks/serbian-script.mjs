// Converts Serbian text from the Cyrillic to the Latin script, letter for letter.
const LETTERS = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђ: 'đ',
  е: 'e',
  ж: 'ž',
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
  ћ: 'ć',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'č',
  џ: 'dž',
  ш: 'š',
}

/** Converts a text to Latin letters; variables and tags stay unchanged. */
export const toLatin = (text) =>
  text.replace(/\{\{[^}]*\}\}|<[^>]*>|./gsu, (part) => {
    const small = LETTERS[part.toLowerCase()]
    if (small === undefined) return part
    return part === part.toLowerCase() ? small : small[0].toUpperCase() + small.slice(1)
  })
