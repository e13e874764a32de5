let locale = 'en'
/** Made when names are first compared: that takes long. */
let collator: Intl.Collator | null = null

/** The order of names in the language that is shown: "Window 9" before "Window 10", in Slovenian "č" after "c". */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(locale, { numeric: true })
  return collator.compare(a, b)
}

/** From now on names are in the order of this locale of `Intl`. */
export function orderNamesIn(tag: string): void {
  locale = tag
  collator = null
}
