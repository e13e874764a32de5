import type { TFunction } from 'i18next'
import type { Texts } from '#i18n/resources.ts'
import { type SentenceCounts, type SentencePart, sentenceParts } from './house-summary.ts'

type NumberWord = keyof Texts['home']['house']['numbers']

const isNumberWord = (text: string): text is NumberWord => /^([1-9]|1[0-2])$/.test(text)

/** A sentence about the state of the home, with numbers up to twelve as words and a capital letter at the start. */
export function houseSentence(summary: SentenceCounts, t: TFunction, tag: string): string {
  const text = sentenceParts(summary)
    .map((part) => partText(part, t, tag))
    .reduce((first, second) => t('home.house.join', { first, second }))
  const [initial = '', ...rest] = text
  return initial.toLocaleUpperCase(tag) + rest.join('')
}

/** Splits the sentence after its commas, where line breaks are preferred. */
export const phrasesOf = (sentence: string): string[] => sentence.split(/(?<=,) /)

/** A number, up to twelve as a word. */
export function numberInWords(count: number, t: TFunction, tag: string): string {
  const digits = String(count)
  return isNumberWord(digits) ? t(`home.house.numbers.${digits}`) : new Intl.NumberFormat(tag).format(count)
}

const partText = ({ of, count }: SentencePart, t: TFunction, tag: string): string =>
  t(`home.house.${of}`, { count, number: numberInWords(count, t, tag) })
