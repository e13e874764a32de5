import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { session, useAccount } from '#features/account-model/accounts.ts'
import { emailedLinksApi } from '#features/account-model/emailed-links.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { confirmQuery, exchangeQuery } from './exchange.queries.ts'
import { isAlreadyConfirmed, linkFailure } from './link-failure.ts'
import { LinkNote, LinkWait } from './link-notes.tsx'
import styles from './links.module.css'

/**
 * Confirms the account of the link and shows the result. With `isAsked`, the reader first sees who made the account and may remove
 * it instead.
 */
export function ConfirmAccount({ token, isAsked }: { token: string; isAsked: boolean }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(!isAsked)
  const [isDisowned, setDisowned] = useState(false)
  const isLoggedIn = useAccount((account) => account.isLoggedIn)
  const exchange = useQuery(exchangeQuery(emailedLinksApi, 'confirm', token), queryClient)
  const confirmation = useQuery(
    confirmQuery(emailedLinksApi, token, isConfirming ? exchange.data : undefined),
    queryClient,
  )
  const failure = exchange.error ?? confirmation.error
  const wasConfirmed = isAlreadyConfirmed(failure)
  const isConfirmed = confirmation.data === true || wasConfirmed

  useEffect(() => {
    if (isConfirmed) void session.confirmed()
  }, [isConfirmed])

  if (isDisowned) return <LinkNote tone="success">{t('confirmAccount.removed')}</LinkNote>
  if (failure === null && !isConfirming && exchange.data !== undefined) {
    return (
      <ConfirmQuestion
        token={token}
        state={exchange.data}
        onConfirm={() => setConfirming(true)}
        onDisowned={() => setDisowned(true)}
      />
    )
  }
  if (failure === null && !isConfirmed) return <LinkWait words={t('link.checking')} />
  return (
    <>
      {isConfirmed ? (
        <LinkNote tone="success">
          {t(wasConfirmed ? 'errors.alreadyConfirmed' : 'confirmAccount.done')}
        </LinkNote>
      ) : (
        <LinkNote tone="error">{t(`errors.${linkFailure(failure)}`)}</LinkNote>
      )}
      <ButtonLink to={isLoggedIn ? '/home' : '/'} wide variant={isConfirmed ? 'primary' : 'secondary'}>
        {t(isLoggedIn ? 'confirmAccount.action' : 'login.submit')}
      </ButtonLink>
    </>
  )
}

/** Says when and by which browser the account was made, and asks whether it was the reader. */
function ConfirmQuestion(props: {
  token: string
  state: string
  onConfirm: () => void
  onDisowned: () => void
}) {
  const { t } = useTranslation()
  const creation = useQuery(
    {
      queryKey: ['link', 'confirm', props.token, 'creation'],
      queryFn: () => emailedLinksApi.accountCreation(props.token),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  const removal = useServerCall({
    send: () => emailedLinksApi.disown(props.token, props.state),
    onDone: props.onDisowned,
    onFailure: () => t('errors.generic'),
  })
  const isBusy = removal.isSending || removal.isDone
  if (creation.isPending) return <LinkWait words={t('link.checking')} />
  const { data } = creation
  return (
    <>
      {data != null && (
        <div className={styles.words}>
          <p>
            {t('confirmAccount.made', {
              when: fullMoment(new Date(data.createdAt), pageTag()),
              browser:
                [data.browser, data.system].filter((name) => name !== null).join(', ') ||
                t('confirmAccount.unknownBrowser'),
            })}
          </p>
        </div>
      )}
      <div className={styles.answers}>
        <Button variant="primary" wide disabled={isBusy} onClick={props.onConfirm}>
          {t('confirmAccount.submit')}
        </Button>
        <Button wide loading={isBusy} onClick={() => removal.send()}>
          {t('confirmAccount.notMe')}
        </Button>
      </div>
    </>
  )
}
