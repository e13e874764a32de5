import { kindOf } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { canRetry, isUnconfirmed } from '#features/device-model/commands/command-lifecycle.ts'
import { commandStatusOf } from '#features/device-model/commands/command-status.ts'
import { VERB_ICONS, verbTo } from '#features/device-model/views/shade-view.ts'
import { Counted } from '#features/realtime/counted.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import styles from './group-card.module.css'
import { endOf } from './group-moves.ts'
import { spreadText, stateText } from './group-words.ts'
import type { GroupNow } from './use-group.ts'

/** The name of a group, the combined state of its members, and the buttons for all of them. */
export function GroupHead({ group, now }: { group: Group; now: GroupNow }) {
  const { t } = useTranslation()
  const { name, devicetype } = group
  const { family } = kindOf(devicetype)
  // Who may move the group reads it at the end of the slider.
  const spread = now.mayMove ? null : spreadText(now.state, t)
  const words = [stateText(now.state, devicetype, t), spread].filter(Boolean).join(' · ')
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.state}>
            <Counted count={now.isLoaded ? words : ''} />
          </p>
        </div>
        {now.mayMove && family === 'shade' && (
          <div className={styles.keys}>
            <Verb
              end="open"
              group={group}
              disabled={!now.isLoaded}
              onPress={() => now.move(endOf(group, 0))}
            />
            <IconButton
              icon="stop"
              shape="disc"
              label={t('card.stop', { name })}
              disabled={!now.isLoaded}
              isCommand="stop"
              onClick={now.stop}
            />
            <Verb
              end="closed"
              group={group}
              disabled={!now.isLoaded}
              onPress={() => now.move(endOf(group, 1))}
            />
          </div>
        )}
        {now.mayMove && family === 'light' && (
          <div className={styles.keys}>
            <Button
              loading={!now.isLoaded}
              isCommand
              aria-label={t('groups.turnOnOf', { name })}
              onClick={() => now.move({ brightness: 1 })}
            >
              {t('groups.turnOn')}
            </Button>
            <Button
              loading={!now.isLoaded}
              isCommand
              aria-label={t('groups.turnOffOf', { name })}
              onClick={() => now.move({ brightness: 0 })}
            >
              {t('groups.turnOff')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={now.isConfirming}
        isCommand
        title={t('groups.ask', { name, count: now.members.length })}
        cancelLabel={t('groups.cancel')}
        confirmLabel={t('groups.move')}
        onCancel={now.cancel}
        onConfirm={now.confirm}
      />
    </>
  )
}

function Verb(props: { end: 'open' | 'closed'; group: Group; disabled: boolean; onPress: () => void }) {
  const { t } = useTranslation()
  const { end, group, disabled, onPress } = props
  const verb = verbTo(group, end)
  return (
    <IconButton
      icon={VERB_ICONS[verb]}
      shape="disc"
      label={t(`card.${verb}`, { name: group.name })}
      disabled={disabled}
      isCommand
      onClick={onPress}
    />
  )
}

/** The members for which the last command failed or was not confirmed, and why. The retry only concerns these members. */
export function GroupFailures({ now }: { now: GroupNow }) {
  const { t } = useTranslation()
  const { failures } = now
  if (failures.length === 0) return null
  const words = failures.map(({ member, entry }) => ({
    name: member.name,
    text: commandStatusOf(entry, t).failure ?? '',
  }))
  const namesOf = (text: string) => new Set(words.filter((one) => one.text === text).map(({ name }) => name))
  const hasFailed = failures.some(({ entry }) => !isUnconfirmed(entry))
  return (
    <div className={styles.failed} role={hasFailed ? 'alert' : 'status'} data-unconfirmed={!hasFailed}>
      <ul>
        {[...new Set(words.map(({ text }) => text))].map((text) => (
          <li key={text}>{`${[...namesOf(text)].join(', ')}: ${text}`}</li>
        ))}
      </ul>
      {failures.every(({ entry }) => canRetry(entry)) && (
        <Button isCommand onClick={now.retry}>
          {t('groups.retry')}
        </Button>
      )}
    </div>
  )
}
