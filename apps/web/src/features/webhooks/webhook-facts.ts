import type { Webhook } from '@senca/contract/webhooks'
import type { TFunction } from 'i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'

/** Whether a webhook works. */
export function webhookFacts(
  { enabled, failingSince }: Pick<Webhook, 'enabled' | 'failingSince'>,
  t: TFunction,
): (string | null)[] {
  return [
    enabled ? null : t('webhooks.off'),
    enabled && failingSince !== null
      ? t('webhooks.failingSince', { when: fullMoment(new Date(failingSince), pageTag()) })
      : null,
  ]
}
