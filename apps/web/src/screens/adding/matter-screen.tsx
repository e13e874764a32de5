import { useTranslation } from 'react-i18next'
import { AddMatter } from '#features/matter/add-matter.tsx'
import { MatterNodes } from '#features/matter/matter-nodes.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** Adds Matter devices, and shows those that were added. */
export function MatterScreen() {
  const { t } = useTranslation()
  usePageTitle(t('matter.title'))
  return (
    <SubPage
      title={t('matter.title')}
      intro={t('matter.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/newdevices')}
    >
      <AddMatter />
      <MatterNodes />
    </SubPage>
  )
}
