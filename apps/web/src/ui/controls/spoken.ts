const SOFT_HYPHEN = /\u00AD/g

/** Removes soft hyphens from a text for screen readers, because some of them read it wrongly otherwise. */
export const spoken = (words: string): string => words.replace(SOFT_HYPHEN, '')
