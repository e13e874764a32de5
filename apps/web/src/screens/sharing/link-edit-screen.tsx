import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import * as z from 'zod/mini'
import { showMessage } from '#core/messages.ts'
import { isOwn } from '#features/device-model/rights.ts'
import { LinkForm } from '#features/share-links/form/link-form.tsx'
import { linksQuery } from '#features/share-links/links.queries.ts'
import { linksApi } from '#features/share-links/links.ts'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { useGoBack } from '../use-go-back.ts'
import { MissingPart } from './missing-part.tsx'
import { SharingPage } from './sharing-page.tsx'
import { SharingProof } from './sharing-proof.tsx'

/** The token of the link comes with the navigation state and not in the URL, because everyone who knows it can use the link. */
const stateSchema = z.object({ token: z.string() })

const NONE: readonly string[] = []

export default function LinkEditScreen() {
  const { t } = useTranslation()
  const goBack = useGoBack('/access')
  const given = stateSchema.safeParse(useLocation().state)
  const links = useQuery(linksQuery(linksApi))
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  if (!given.success) return <Navigate to="/access" replace />
  return (
    <SharingPage title={t('linkForm.editTitle')} home="/access" isUnconfirmed={isUnconfirmed}>
      {(devices) => (
        <LoadedSharing query={links}>
          {(all) => {
            const link = all.find(({ token }) => token === given.data.token)
            return link === undefined ? (
              <MissingPart title={t('linkForm.missing.title')} text={t('linkForm.missing.text')} />
            ) : (
              <LinkForm
                key={link.token}
                devices={devices.filter(isOwn)}
                link={link}
                name=""
                deviceIds={NONE}
                onSaved={(_, leave) => {
                  showMessage('success', t('links.saved'))
                  leave(goBack)
                }}
                onUnconfirmed={() => setUnconfirmed(true)}
                proofFor={(wanted) => <SharingProof {...wanted} />}
              />
            )
          }}
        </LoadedSharing>
      )}
    </SharingPage>
  )
}
