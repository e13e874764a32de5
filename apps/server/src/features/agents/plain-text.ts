const MAX_LENGTH = 100

const CONTROL = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]$/u
/** Invisible letters, and variation selectors. */
const BLANK: ReadonlySet<number> = new Set([0x115f, 0x1160, 0x3164, 0xffa0])

function isHidden(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  const isSelector = (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0000 && code <= 0xe0fff)
  return isSelector || BLANK.has(code) || CONTROL.test(letter)
}

/**
 * What a person typed, as an agent gets it: without controls, without what turns the direction of a text or has no width, without
 * tag characters and variation selectors, in which texts can be hidden, and not longer than 100 characters [BR47].
 */
export function plainText(text: string): string {
  const letters = [...text.normalize('NFC')].filter((letter) => !isHidden(letter))
  const shown = letters.join('').trim()
  return letters.length <= MAX_LENGTH ? shown : `${letters.slice(0, MAX_LENGTH - 1).join('')}…`
}
