const CYRILLIC: Readonly<Record<string, string>> = {
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

/** Normalizes a text for comparisons: Latin script, lower case, no accents, no soft hyphens; "đ", "dj" and "d" are equal. */
export function folded(text: string): string {
  const latin = [...text.toLowerCase()].map((letter) => CYRILLIC[letter] ?? letter).join('')
  return latin
    .normalize('NFKD')
    .replaceAll(/[\p{Mark}\u00ad]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/đ|dj/g, 'd')
}
