import { ERROR_CATALOGUE } from '@senca/contract'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure, UnreadableAnswer } from '#core/api/failures.ts'
import { codeText, errorText, quotedErrorText } from './error-text.ts'
import app from './locales/app/en.json'
import page from './locales/en.json'
import guest from './locales/guest/en.json'

const en = { ...page, errors: { ...page.errors, ...app.errors } }

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en } } })
})

const refused = (error: string, description = 'Server words') =>
  new ApiFailure(400, { error, error_description: description })

describe('spec §8, message mapping', () => {
  it.each(Object.keys(ERROR_CATALOGUE))('%s has words', (code) => {
    const text = codeText(code, '', i18next.t)
    expect(text.length).toBeGreaterThan(3)
    expect(text).not.toContain('errors.')
  })

  it.each(['insufficient_permission', 'device_not_exist'])(
    '%s is the end of the link on the pages of guests, which alone have those words',
    async (code) => {
      i18next.addResourceBundle('en', 'translation', guest, true)
      expect(codeText(code, '', i18next.t)).toBe('This link has expired')
      await i18next.init({ lng: 'en', resources: { en: { translation: en } } })
    },
  )

  it.each([
    ['confirmation_code_expired', en.errors.codeInvalid],
    ['confirmation_invalid', en.errors.linkExpired],
    ['account_not_found', en.errors.confirmAccount],
    ['account_confirmation_required', en.errors.confirmAccount],
    ['api_token_invalid', en.errors.loginRequired],
    ['missing_password', en.errors.loginRequired],
    ['insufficient_permission', 'You do not have sufficient permission to perform this action.'],
    ['open_weather_subscription_needed', 'A weather subscription is required for this action'],
    ['internal_error', en.errors.generic],
    ['bad_command_value', en.errors.generic],
  ])('%s reads “%s”', (error, text) => {
    expect(errorText(refused(error), i18next.t)).toBe(text)
  })

  it('shows the server’s words for a code it does not know, and the generic ones for what has no structure', () => {
    expect(errorText(refused('brand_new', 'It rains'), i18next.t)).toContain('It rains')
    expect(errorText(refused('brand_new', ''), i18next.t)).toBe(en.errors.generic)
    expect(errorText(new UnreadableAnswer(502, '<html>'), i18next.t)).toBe(en.errors.generic)
    expect(errorText(new TypeError('x'), i18next.t)).toBe(en.errors.generic)
    expect(errorText(new NetworkFailure(), i18next.t)).toBe(en.errors.network)
  })
})

describe('quoting', () => {
  it('says what an unreadable answer said, as far as a bar holds it', () => {
    expect(quotedErrorText(new UnreadableAnswer(502, 'Bad gateway'), i18next.t)).toBe(
      'Request failed with: Bad gateway',
    )
    expect(quotedErrorText(new UnreadableAnswer(502, 'x'.repeat(9_999)), i18next.t)).toHaveLength(200)
    expect(quotedErrorText(refused('internal_error'), i18next.t)).toBe(en.errors.generic)
  })
})
