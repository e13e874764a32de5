let collator = new Intl.Collator('en', { numeric: true })

/** The order of names in the language that is shown: "Window 9" before "Window 10", in Slovenian "č" after "c". */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)

/** From now on names are in the order of this locale of `Intl`. */
export function orderNamesIn(tag: string): void {
  collator = new Intl.Collator(tag, { numeric: true })
}
