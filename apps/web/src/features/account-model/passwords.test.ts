import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import app from '#i18n/locales/app/de.json'
import de from '#i18n/locales/de.json'
import { isComplete, showsMismatch } from './password-pair.ts'
import { changeRefusal, isTooWeak, refusalText } from './password-refusals.ts'
import { hintsOf, strengthOf } from './strength.ts'
import { judgeStrength } from './strength-judge.ts'

const refused = (error: string, error_description = '', error_detail?: string) =>
  new ApiFailure(400, {
    error,
    error_description,
    ...(error_detail === undefined ? {} : { error_detail }),
  })

describe('spec §5, Set password: enabled only when both fields are non-empty and equal', () => {
  it.each([
    ['', '', false],
    ['sunlight', '', false],
    ['', 'sunlight', false],
    ['sunlight', 'sunlight!', false],
    ['sunlight', 'sunlight', true],
    ['x', 'x', true],
  ])('%j and %j: %s', (password, confirmation, complete) => {
    expect(isComplete({ password, confirmation })).toBe(complete)
  })

  it.each([
    ['nothing repeated', 'sunlight', '', true, false],
    ['still being written', 'sunlight', 'sun', false, false],
    ['left half-written', 'sunlight', 'sun', true, true],
    ['already different', 'sunlight', 'sum', false, true],
    ['longer', 'sunlight', 'sunlight!', false, true],
    ['the same', 'sunlight', 'sunlight', true, false],
  ])('a mismatch shows: %s', (_name, password, confirmation, hasLeft, shown) => {
    expect(showsMismatch({ password, confirmation }, hasLeft)).toBe(shown)
  })
})

describe('spec §8, Change password', () => {
  it.each([
    [refused('invalid_credentials'), 'incorrectPassword'],
    [refused('password_not_strong_enough'), 'passwordTooWeak'],
    [refused('too_many_requests'), 'generic'],
    [new NetworkFailure(), 'generic'],
  ])('%s', (failure, words) => {
    expect(changeRefusal(failure)).toBe(words)
  })
})

describe('spec §8, Set password from link: the description joined with the detail by ". "', async () => {
  const t = await createInstance().init({
    lng: 'de',
    resources: { de: { translation: { ...de, ...app, errors: { ...de.errors, ...app.errors } } } },
  })

  it.each([
    ['without detail', refused('x', 'The link is used.'), 'The link is used.'],
    ['with detail', refused('x', 'The link is used', 'Ask again'), 'The link is used. Ask again'],
    ['a description that ends by itself', refused('x', 'It is used.', 'Ask again'), 'It is used. Ask again'],
    ['an empty detail', refused('x', 'It is used.', ''), 'It is used.'],
    ['a known code', refused('confirmation_invalid', 'It is used.'), 'It is used.'],
  ])('in English: %s', (_name, failure, words) => {
    expect(refusalText(failure, 'en', t)).toBe(words)
  })

  it.each([
    [
      'confirmation_invalid',
      'It is used.',
      'Der Bestätigungslink ist abgelaufen, bitte fordern Sie einen neuen an.',
    ],
    ['password_not_strong_enough', 'Too weak.', 'Das Passwort ist zu schwach'],
    ['made_up', 'It is used.', 'Fehler: It is used.'],
  ])('in another language the words of the code %s', (code, description, words) => {
    expect(refusalText(refused(code, description, 'Ask again'), 'de', t)).toBe(words)
  })

  it('distinguishes a weak password from the rest', () => {
    expect(isTooWeak(refused('password_not_strong_enough'))).toBe(true)
    expect(isTooWeak(refused('confirmation_invalid'))).toBe(false)
    expect(isTooWeak(new NetworkFailure())).toBe(false)
  })
})

describe('the strength of a password', () => {
  it.each([
    [0, 'weak'],
    [1, 'weak'],
    [2, 'good'],
    [3, 'strong'],
    [4, 'veryStrong'],
  ])('score %i is %s', (score, strength) => {
    expect(strengthOf(score, 'long enough')).toBe(strength)
  })

  it('what is too short is weak, counted as the server counts', () => {
    expect(strengthOf(4, '7 chars')).toBe('weak')
    expect(strengthOf(4, 'c\u030C'.repeat(7))).toBe('weak')
    expect(strengthOf(4, 'c\u030C'.repeat(8))).toBe('veryStrong')
  })

  it.each([
    ['password1', 'weak'],
    ['12345678', 'weak'],
    ['brass lantern over quiet harbour', 'veryStrong'],
  ])('%s is %s', (password, strength) => {
    expect(judgeStrength(password, 'ana.kovac@senca.test')).toBe(strength)
  })

  it('knows what belongs to the account', () => {
    expect(judgeStrength('ana.kovac@senca.test', 'ana.kovac@senca.test')).toBe('weak')
    expect(judgeStrength('ana.kovac@senca.test', null)).not.toBe('weak')
    expect(hintsOf('ana.kovac@senca.si')).toEqual(['ana.kovac@senca.si', 'ana', 'kovac', 'senca', 'si'])
    expect(hintsOf(null)).toEqual([])
    expect(hintsOf('')).toEqual([])
  })
})
