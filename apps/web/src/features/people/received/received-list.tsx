import type { DeviceInfo } from '@senca/contract'
import type { ReceivedRole } from '@senca/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/sharing-model/access-card.module.css'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { levelOf } from '../levels.ts'
import { hoursWords, validityWords } from '../role-words.ts'
import { rolesApi } from '../roles.api.ts'
import { receivedQuery } from '../roles.ts'
import { unlessGone, useRoleCall } from '../use-role-change.ts'

/**
 * What others have shared with the account: by whom, which devices, with which rights, until when. Each role can be given up.
 * Without any nothing is rendered, unless it `isAlwaysShown`.
 */
export function ReceivedList(props: { devices: readonly DeviceInfo[]; isAlwaysShown: boolean }) {
  const query = useQuery(receivedQuery)
  return (
    <LoadedSharing query={query}>
      {(roles) =>
        roles.length === 0 ? (
          props.isAlwaysShown && <Nothing />
        ) : (
          <Received roles={roles} devices={props.devices} />
        )
      }
    </LoadedSharing>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return <EmptyState title={t('people.received.none.title')} text={t('people.received.none.text')} />
}

function Received(props: { roles: readonly ReceivedRole[]; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const [toLeave, setToLeave] = useState<ReceivedRole | null>(null)
  const leaving = useRoleCall({
    send: (role: ReceivedRole) => unlessGone(rolesApi.leave(role.id)),
    doneText: (role) => t('people.received.left', { owner: role.owner }),
    onEnd: () => setToLeave(null),
  })
  const nameById = new Map(props.devices.map(({ id, name }) => [id, name]))
  return (
    <section>
      <h2 className={styles.heading}>{t('people.view.received')}</h2>
      <ul className={styles.cards}>
        {props.roles.map((role) => (
          <ReceivedCard
            key={role.id}
            role={role}
            names={role.devices.flatMap((id) => nameById.get(id) ?? [])}
            onLeave={() => setToLeave(role)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={toLeave !== null}
        danger
        title={t('people.received.leaveDialog.title')}
        text={t('people.received.leaveDialog.text', { owner: toLeave?.owner ?? '' })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('people.received.leave')}
        loading={leaving.isSending}
        onCancel={() => setToLeave(null)}
        onConfirm={() => toLeave !== null && leaving.send(toLeave)}
      />
    </section>
  )
}

/** The names of shared devices are only known while they can be seen; otherwise their number is shown. */
function ReceivedCard(props: { role: ReceivedRole; names: readonly string[]; onLeave: () => void }) {
  const { role, names } = props
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const now = useMinute()
  const isKnown = role.state === 'active' && names.length > 0
  const count = role.devices.length
  return (
    <li className={styles.card} data-state={role.state}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <bdi>{role.name}</bdi>
        </h3>
        <p className={styles.state}>{t(`people.state.${role.state}`)}</p>
      </div>
      <p className={styles.who}>{t('people.received.from', { owner: role.owner })}</p>
      <p className={styles.line}>{t(`people.level.${levelOf(role.permissions)}`)}</p>
      <p className={styles.devices}>{isKnown ? names.join(', ') : t('people.deviceCount', { count })}</p>
      <p className={styles.line}>{validityWords(role, now, tag, t)}</p>
      {hoursWords(role, tag, t).map((line) => (
        <p key={line} className={styles.line}>
          {line}
        </p>
      ))}
      <div className={styles.keys}>
        <Button
          variant="danger-text"
          icon="leave"
          aria-label={t('people.received.leaveNamed', { name: role.name })}
          onClick={props.onLeave}
        >
          {t('people.received.leave')}
        </Button>
      </div>
    </li>
  )
}
