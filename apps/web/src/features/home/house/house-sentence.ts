import type { TFunction } from 'i18next'
import type { Texts } from '#i18n/resources.ts'
import { type SentenceCounts, sentenceParts } from './house-summary.ts'

type NumberWord = keyof Texts['home']['house']['numbers']

const isNumberWord = (text: string): text is NumberWord => /^([1-9]|1[0-2])$/.test(text)

/**
 * A sentence about the state of the home, with a capital letter at the start. Its numbers are words if none is above twelve.
 * `doors` is what comes first: the doors that stand open. `isBesideNotices`: notices count what is unknown, so the sentence
 * does not, unless nothing else is known.
 */
export function houseSentence(
  summary: SentenceCounts,
  t: TFunction,
  tag: string,
  doors: string | null = null,
  isBesideNotices = false,
): string {
  const parts = sentenceParts(summary)
  const known = isBesideNotices ? parts.filter(({ of }) => of !== 'unreported') : []
  const shown = known.length > 0 ? known : parts
  const number = shown.every(({ count }) => isNumberWord(String(count)))
    ? (count: number) => numberInWords(count, t, tag)
    : (count: number) => inDigits(count, tag)
  const text = [
    ...(doors === null ? [] : [doors]),
    ...shown.map(({ of, count }) =>
      of === 'unreported'
        ? t('home.house.unreported', { value: inDigits(count, tag) })
        : t(`home.house.${of}`, { count, number: number(count) }),
    ),
  ].reduce((first, second) => t('home.house.join', { first, second }))
  const [initial = '', ...rest] = text
  return initial.toLocaleUpperCase(tag) + rest.join('')
}

/** Splits the sentence after its commas, where line breaks are preferred. The first `whole` letters stay together. */
export function phrasesOf(sentence: string, whole = 0): string[] {
  const end = sentence.indexOf(' ', whole)
  const first = end < 0 ? sentence : sentence.slice(0, end)
  const split = (text: string) => text.split(/(?<=,) /)
  return whole === 0 || end < 0 ? split(sentence) : [first, ...split(sentence.slice(end + 1))]
}

/** The doors that stand open: the only one by its name. Null while none does. */
export function openDoorsText(names: readonly string[], t: TFunction): string | null {
  const [name, another] = names
  if (name === undefined) return null
  return another === undefined
    ? t('home.house.doorOpen', { name })
    : t('home.notice.doorOpen', { count: names.length })
}

/** A number, up to twelve as a word. */
export function numberInWords(count: number, t: TFunction, tag: string): string {
  const digits = String(count)
  return isNumberWord(digits) ? t(`home.house.numbers.${digits}`) : inDigits(count, tag)
}

const inDigits = (count: number, tag: string): string => new Intl.NumberFormat(tag).format(count)
