import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { FreezeSwitch } from '#features/share-links/access/freeze-switch.tsx'
import { LinkList, type ShownLink } from '#features/share-links/list/link-list.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { SharingPage } from './sharing-page.tsx'

/** The link whose address is shown. It stands in the navigation's state: an address would keep it. */
const stateSchema = z.object({ shown: z.nullable(z.object({ token: z.string(), isNew: z.boolean() })) })

/** What is shared by links. */
export default function LinksScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const given = stateSchema.safeParse(useLocation().state)
  const show = (shown: ShownLink | null) =>
    navigate('/links', { replace: true, state: { shown }, preventScrollReset: true })
  return (
    <SharingPage
      title={t('links.title')}
      intro={t('links.intro')}
      home="/menu"
      wide
      action={<IconLink icon="people" to="/access" label={t('access.homeTitle')} />}
    >
      {(devices) => (
        <>
          <LinkList devices={devices} shown={given.success ? given.data.shown : null} onShow={show} />
          <FreezeSwitch />
        </>
      )}
    </SharingPage>
  )
}
