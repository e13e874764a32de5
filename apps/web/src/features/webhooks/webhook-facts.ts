import type { Webhook } from '@senca/contract/webhooks'
import type { TFunction } from 'i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'

/** Whether a webhook works, and if the server turned it off, why. */
export function webhookFacts(
  { enabled, failingSince, problem }: Pick<Webhook, 'enabled' | 'failingSince' | 'problem'>,
  t: TFunction,
): (string | null)[] {
  if (problem !== null) return [t(`webhooks.problem.${problem}`)]
  return [
    enabled ? null : t('webhooks.off'),
    enabled && failingSince !== null
      ? t('webhooks.failingSince', { when: fullMoment(new Date(failingSince), pageTag()) })
      : null,
  ]
}
