import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lostPhone } from '#core/lost-phone.ts'
import { sentEndpoint } from '#core/pocket.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { pushInfoQuery, reloadPhones, subscribeAnew } from './phones.ts'

/** A line on the home of a browser that no longer gets notifications; a tap turns them on again [PK34]. */
export function LostPhoneNotice() {
  const { t } = useTranslation()
  const { data } = useQuery(pushInfoQuery)
  const publicKey = data?.publicKey ?? null
  const call = useServerCall({
    send: async () => publicKey !== null && (await subscribeAnew(publicKey)),
    onDone: reloadPhones,
  })
  const close = () => {
    sentEndpoint.forget()
    lostPhone.setState({ isLost: false })
  }
  return (
    <Banner
      icon="bell"
      action={
        <span>
          <Button variant="quiet" loading={call.isSending} onClick={() => call.send()}>
            {t('phones.turnOnAgain')}
          </Button>
          <IconButton icon="close" label={t('phones.leaveOff')} onClick={close} />
        </span>
      }
    >
      {t('phones.lost')}
    </Banner>
  )
}
