import type { Webhook } from '@senca/contract/webhooks'
import type { TFunction } from 'i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'

/** What the row and the page of a webhook say of it. */
export function webhookFacts({ events, enabled, failingSince }: Webhook, t: TFunction): (string | null)[] {
  return [
    t('webhooks.count', { count: events.length }),
    enabled ? null : t('webhooks.off'),
    enabled && failingSince !== null
      ? t('webhooks.failingSince', { when: fullMoment(new Date(failingSince), pageTag()) })
      : null,
  ]
}
