import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { EMPTY_WALL, WallCanvas } from '#light/wall/wall-canvas.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { GroupCard } from './group-card.tsx'
import styles from './group-form.module.css'

/** The groups of the account. Each can be moved as a whole, opened, edited and deleted. */
export function GroupList({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation()
  return (
    <>
      {groups.length === 0 && (
        <EmptyState
          title={t('groups.none')}
          text={t('groups.noneText')}
          art={<WallCanvas wall={EMPTY_WALL} />}
          action={
            <ButtonLink variant="primary" icon="plus" to="/groups/new">
              {t('groups.new')}
            </ButtonLink>
          }
        />
      )}
      <div className={styles.cards}>
        {groups.map((group) => (
          <GroupCard key={group.id} group={group} />
        ))}
      </div>
      {groups.length > 0 && (
        <div className={styles.foot}>
          <ButtonLink variant="primary" icon="plus" to="/groups/new">
            {t('groups.new')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}
