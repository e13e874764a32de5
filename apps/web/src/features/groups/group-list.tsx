import type { DeviceInfo } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { GroupCard } from './group-card.tsx'
import styles from './group-form.module.css'
import { GroupForm } from './group-form.tsx'

/** The groups of the account. Each can be moved as a whole, opened, edited and deleted. */
export function GroupList({ groups, devices }: { groups: readonly Group[]; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  /** The id of a group, or a marker for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const close = () => setEdited(null)
  return (
    <>
      {groups.length === 0 && edited === null && (
        <EmptyState title={t('groups.none')} text={t('groups.noneText')} />
      )}
      <div className={styles.cards}>
        {groups.map((group) =>
          edited === group.id ? (
            <GroupForm key={group.id} group={group} devices={devices} onClose={close} />
          ) : (
            <GroupCard key={group.id} group={group} onEdit={() => setEdited(group.id)} />
          ),
        )}
      </div>
      {edited === NEW ? (
        <GroupForm group={null} devices={devices} onClose={close} />
      ) : (
        <div className={styles.foot}>
          <Button variant="primary" icon={<Icon name="plus" size={20} />} onClick={() => setEdited(NEW)}>
            {t('groups.new')}
          </Button>
        </div>
      )}
    </>
  )
}

const NEW = 'new'
