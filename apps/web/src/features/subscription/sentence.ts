/** A text with days in it: in some languages a day ends with a full stop, and so may the sentence. */
export const sentence = (text: string): string => text.replaceAll('..', '.')
