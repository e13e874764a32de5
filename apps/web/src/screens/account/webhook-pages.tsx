import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { KeyDialog } from '#features/webhooks/key-dialog.tsx'
import { WebhookDetails } from '#features/webhooks/webhook-details.tsx'
import { WebhookForm } from '#features/webhooks/webhook-form.tsx'
import { webhooksApi, webhooksQuery } from '#features/webhooks/webhooks.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** The path of a connected app, and the id of one of its webhooks. */
function usePlace() {
  const { id = '', hook = '' } = useParams()
  return { bridge: id, hook, app: `/apps/${encodeURIComponent(id)}` }
}

function Page(props: { title: string; intro?: string; home: string; children: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(props.title)
  return <SubPage {...props} backLabel={t('header.back')} onBack={useGoBack(props.home)} />
}

/** Adds a webhook to a connected app, and shows its signing key. */
export function NewWebhookScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { bridge, app } = usePlace()
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  return (
    <Page title={t('webhooks.new')} intro={t('webhooks.newIntro')} home={app}>
      <WebhookForm
        saveLabel={t('webhooks.add')}
        save={(draft) => webhooksApi.create({ bridge, ...draft })}
        onSaved={setMade}
      />
      {made !== null && (
        <KeyDialog
          secret={made.secret}
          onClose={() => void navigate(`${app}/webhooks/${made.id}`, { replace: true })}
        />
      )}
    </Page>
  )
}

/** A webhook with what was sent to it. */
export function WebhookScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { hook, app } = usePlace()
  return (
    <Page title={t('webhooks.one')} home={app}>
      <Loaded query={useQuery(webhooksQuery)} words={useLoadedWords()}>
        {(all) => {
          const webhook = all.find(({ id }) => id === hook)
          return webhook === undefined ? (
            <Navigate to={app} replace />
          ) : (
            <WebhookDetails webhook={webhook} onDeleted={() => void navigate(app, { replace: true })} />
          )
        }}
      </Loaded>
    </Page>
  )
}

/** Changes the address and the events of a webhook. */
export function EditWebhookScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { hook, app } = usePlace()
  const page = `${app}/webhooks/${encodeURIComponent(hook)}`
  return (
    <Page title={t('webhooks.changeTitle')} home={page}>
      <Loaded query={useQuery(webhooksQuery)} words={useLoadedWords()}>
        {(all) => {
          const webhook = all.find(({ id }) => id === hook)
          return webhook === undefined ? (
            <Navigate to={app} replace />
          ) : (
            <WebhookForm
              webhook={webhook}
              saveLabel={t('webhooks.save')}
              save={(draft) => webhooksApi.update({ id: webhook.id, ...draft })}
              onSaved={() => void navigate(page, { replace: true })}
            />
          )
        }}
      </Loaded>
    </Page>
  )
}
