/** Removes a double full stop: in some languages a date ends with a full stop, and so does the sentence. */
export const sentence = (text: string): string => text.replaceAll('..', '.')
