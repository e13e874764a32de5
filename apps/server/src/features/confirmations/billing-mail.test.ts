import { LANGUAGE_CODES } from '@senca/contract'
import { expect, it } from 'vitest'
import { writeBillingMail } from './billing-mail.ts'

const KINDS = ['payment_failed', 'trial_ends', 'grace_0', 'grace_7', 'grace_13'] as const

it.each(LANGUAGE_CODES)(
  'in %s each e-mail about a subscription says its days and where to go',
  (language) => {
    for (const mail of KINDS) {
      const content = writeBillingMail(
        { to: 'somebody@example.com', language },
        {
          mail,
          accessUntil: new Date('2026-11-10T12:00:00Z'),
          stopsAt: new Date('2026-11-24T12:00:00Z'),
          manageUrl: 'https://senca.test/subscription',
        },
      )
      const text = JSON.stringify(content)
      expect(text).toContain('https://senca.test/subscription')
      expect(text).not.toMatch(/\{\{|\.\./)
      if (mail.startsWith('grace')) expect(text).toMatch(/24/)
    }
  },
)
