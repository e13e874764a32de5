const SOFT_HYPHEN = /\u00AD/g

/** Words for the ear: without the places where the eye may break them, at which some screen readers stumble. */
export const spoken = (words: string): string => words.replace(SOFT_HYPHEN, '')
