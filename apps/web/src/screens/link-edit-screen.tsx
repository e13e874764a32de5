import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { LinkForm } from '#features/links/LinkForm.tsx'
import { LinkGate } from '#features/links/LinkGate.tsx'
import { SharingPage } from './sharing-page.tsx'

/** Which link: only the navigation's state says it, for whoever knows a token can use it. */
const stateSchema = z.object({ token: z.string() })

/** A link is edited. */
export function LinkEditScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = stateSchema.safeParse(useLocation().state)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  if (!given.success) return <Navigate to="/links" replace />
  const leave = () => {
    showMessage('success', t('links.saved'))
    return navigate(-1)
  }
  return (
    <SharingPage title={t('linkForm.editTitle')} home="/links" isUnconfirmed={isUnconfirmed}>
      {(devices) => (
        <LinkGate token={given.data.token} missing={<Navigate to="/links" replace />}>
          {(link) => (
            <LinkForm
              key={link.token}
              devices={devices}
              link={link}
              deviceId={null}
              onDone={leave}
              onUnconfirmed={() => setUnconfirmed(true)}
            />
          )}
        </LinkGate>
      )}
    </SharingPage>
  )
}
