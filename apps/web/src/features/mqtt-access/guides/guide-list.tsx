import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { GUIDE_OF, GUIDES, isGuide } from './guides.ts'

/** The ways to connect hardware of other makers, after those without MQTT; `withAccess` also leads to the logins. */
export function GuideList({ withAccess = false, children }: { withAccess?: boolean; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <List heading={t('mqtt.connect')}>
      {children}
      {Object.entries(GUIDES).map(
        ([guide, name]) =>
          isGuide(guide) && (
            <ListRow key={guide} icon="link" to={`/guides/${guide}`} value={GUIDE_OF[guide]}>
              {name}
            </ListRow>
          ),
      )}
      <ListRow icon="outward" to="/mqtt/join">
        {t('mqtt.join.title')}
      </ListRow>
      {withAccess && (
        <ListRow icon="key" to="/mqtt">
          {t('mqtt.title')}
        </ListRow>
      )}
    </List>
  )
}
