import type { Transfer } from '@senca/contract/people'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './transfers.module.css'
import { reloadTransfers, transfersApi } from './transfers.ts'

/** The open offers. Own offers can be withdrawn; offers of others are accepted with the link in their e-mail. */
export function OfferList({ offers }: { offers: readonly Transfer[] }) {
  if (offers.length === 0) return null
  return (
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <Offer key={`${offer.direction} ${offer.deviceId}`} offer={offer} />
      ))}
    </ul>
  )
}

function Offer({ offer }: { offer: Transfer }) {
  const { t } = useTranslation()
  const { deviceId, deviceName: name, direction, email } = offer
  const until = fullMoment(new Date(offer.expiresAt), formatTag(currentLanguage()))
  const cancel = useServerCall({
    send: () => transfersApi.cancel(deviceId),
    onDone: async () => {
      await reloadTransfers()
      showMessage('success', t('transfer.canceled'))
    },
  })
  return (
    <li className={styles.offer}>
      <span>{t(`transfer.${direction}`, { name, email, until })}</span>
      {direction === 'given' && (
        <Button
          variant="quiet"
          loading={cancel.isSending}
          aria-label={`${t('transfer.cancel')}, ${name}`}
          onClick={() => cancel.send()}
        >
          {t('transfer.cancel')}
        </Button>
      )}
    </li>
  )
}
