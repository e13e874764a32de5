let locale = 'en'
/** Created when names are first compared, because that takes long. */
let collator: Intl.Collator | null = null

/** Compares names in the current language: "Window 9" comes before "Window 10", in Slovenian "č" after "c". */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(locale, { numeric: true })
  return collator.compare(a, b)
}

/** Sets the `Intl` locale for the order of names. */
export function orderNamesIn(tag: string): void {
  locale = tag
  collator = null
}
