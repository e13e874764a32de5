import type { TFunction } from 'i18next'
import type { Texts } from '#i18n/resources.ts'
import { type SentenceCounts, type SentencePart, sentenceParts } from './house-summary.ts'

type NumberWord = keyof Texts['home']['house']['numbers']

const isNumberWord = (text: string): text is NumberWord => /^([1-9]|1[0-2])$/.test(text)

/** The house in a sentence: numbers up to twelve as words, a capital at its beginning. */
export function houseSentence(summary: SentenceCounts, t: TFunction, tag: string): string {
  const text = sentenceParts(summary)
    .map((part) => partText(part, t, tag))
    .reduce((first, second) => t('home.house.join', { first, second }))
  const [initial = '', ...rest] = text
  return initial.toLocaleUpperCase(tag) + rest.join('')
}

/** Where a line of the sentence may end before it must: after its commas. */
export const phrasesOf = (sentence: string): string[] => sentence.split(/(?<=,) /)

function partText({ of, count }: SentencePart, t: TFunction, tag: string): string {
  const digits = String(count)
  const number = isNumberWord(digits)
    ? t(`home.house.numbers.${digits}`)
    : new Intl.NumberFormat(tag).format(count)
  return t(`home.house.${of}`, { count, number })
}
