const MAX_LENGTH = 100

/**
 * What a person typed, as an agent is told it: without controls, without what turns the direction of a text or has no width, without
 * tag characters and variation selectors, in which texts can be hidden, and not longer than 100 characters [BR47].
 */
export function toldText(text: string): string {
  const shown = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\u{e0000}-\u{e0fff}]/gu, '')
    .trim()
  const letters = [...shown]
  return letters.length <= MAX_LENGTH ? shown : `${letters.slice(0, MAX_LENGTH - 1).join('')}…`
}
