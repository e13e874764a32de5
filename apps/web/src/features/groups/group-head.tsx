import { kindOf } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { VERB_ICONS, verbTo } from '#features/device-model/views/shade-view.ts'
import { codeText } from '#i18n/error-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import styles from './group-card.module.css'
import { endOf, type Failure, retryOf } from './group-moves.ts'
import { stateText } from './group-words.ts'
import type { GroupNow } from './use-group.ts'

/** The name of a group, the combined state of its members, and the buttons for all of them. */
export function GroupHead({ group, now }: { group: Group; now: GroupNow }) {
  const { t } = useTranslation()
  const { name, devicetype } = group
  const { family } = kindOf(devicetype)
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.state}>{now.isLoaded ? stateText(now.state, devicetype, t) : ''}</p>
        </div>
        {now.mayMove && family === 'shade' && (
          <div className={styles.keys}>
            <Verb end="open" group={group} onPress={() => now.move(endOf(group, 0))} />
            <IconButton icon="stop" shape="disc" label={t('card.stop', { name })} onClick={now.stop} />
            <Verb end="closed" group={group} onPress={() => now.move(endOf(group, 1))} />
          </div>
        )}
        {now.mayMove && family === 'light' && (
          <div className={styles.keys}>
            <Button aria-label={t('groups.turnOnOf', { name })} onClick={() => now.move({ brightness: 1 })}>
              {t('groups.turnOn')}
            </Button>
            <Button aria-label={t('groups.turnOffOf', { name })} onClick={() => now.move({ brightness: 0 })}>
              {t('groups.turnOff')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={now.asked !== null}
        title={t('groups.ask', { name, count: now.members.length })}
        cancelLabel={t('groups.cancel')}
        confirmLabel={t('groups.move')}
        onCancel={now.cancel}
        onConfirm={now.confirm}
      />
    </>
  )
}

function Verb(props: { end: 'open' | 'closed'; group: Group; onPress: () => void }) {
  const { t } = useTranslation()
  const { end, group, onPress } = props
  const verb = verbTo(group, end)
  return (
    <IconButton
      icon={VERB_ICONS[verb]}
      shape="disc"
      label={t(`card.${verb}`, { name: group.name })}
      onClick={onPress}
    />
  )
}

/** The members for which the last command failed, and why. The retry only concerns these members. */
export function GroupFailures({ now }: { now: GroupNow }) {
  const { t } = useTranslation()
  const { failures, members } = now
  if (failures.length === 0) return null
  const nameOf = (deviceId: string) => members.find((member) => member.id === deviceId)?.name ?? deviceId
  const lineOf = (error: string, own: readonly Failure[]) => {
    const names = [...new Set(own.map(({ deviceId }) => nameOf(deviceId)))]
    return `${names.join(', ')}: ${codeText(error, own[0]?.description ?? '', t)}`
  }
  return (
    <div className={styles.failed} role="alert">
      <ul>
        {[...new Set(failures.map(({ error }) => error))].map((error) => (
          <li key={error}>
            {lineOf(
              error,
              failures.filter((failure) => failure.error === error),
            )}
          </li>
        ))}
      </ul>
      {failures.every(({ command }) => command !== null) && (
        <Button loading={now.isSending} onClick={() => now.send(retryOf(failures))}>
          {t('groups.retry')}
        </Button>
      )}
    </div>
  )
}
