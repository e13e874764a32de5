import { type Axis, type DeviceInfo, kindOf, LIMITS } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { figureText, mainAxisOf } from '#features/device-model/views/shade-view.ts'
import { PinButton } from '#features/room-model/pin-button.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { ShareSlider } from '#ui/forms/share-slider.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './group-card.module.css'
import { GroupFailures, GroupHead } from './group-head.tsx'
import { levelsOf } from './group-moves.ts'
import { GroupWindows } from './group-windows.tsx'
import { memberText, spreadText } from './group-words.ts'
import { useGroup } from './use-group.ts'

/** The card of a group: the combined state of its members and the controls that move all of them. */
export function GroupCard({ group }: { group: Group }) {
  const { t } = useTranslation()
  const now = useGroup(group)
  const { members } = now
  const [isOpen, setOpen] = useState(false)
  /** The value of the main axis while its slider is dragged. */
  const [draft, setDraft] = useState<number | null>(null)
  const { family, axes } = kindOf(group.devicetype)
  const names = members.map(({ name }) => name).join(', ')
  return (
    <section className={styles.card} aria-label={group.name}>
      <GroupWindows members={members} draft={draft} />
      <GroupHead group={group} now={now} />
      {now.mayMove &&
        axes.map((axis) => (
          <AxisSlider
            key={axis}
            axis={axis}
            device={members[0]}
            mean={now.means[axis]}
            target={now.targets[axis]}
            spread={spreadText(now.state, t)}
            onDraft={setDraft}
            onCommit={(value) => now.move({ [axis]: value })}
          />
        ))}
      {now.mayMove && now.isLoaded && family === 'light' && (
        <LightSlider
          members={members}
          spread={spreadText(now.state, t)}
          onCommit={(brightness) => now.move({ brightness })}
        />
      )}
      <GroupFailures now={now} />
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.names}
          aria-label={`${t('groups.members', { count: members.length })}. ${names}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{names}</span>
          <Icon name="next" size={18} />
        </button>
        <PinButton
          id={group.id}
          label={t('groups.pinOf', { name: group.name })}
          pinned={t('groups.pinned', { name: group.name })}
          unpinned={t('groups.unpinned', { name: group.name })}
          full={t('groups.pinFull', { count: LIMITS.PINNED })}
        />
        <IconLink
          icon="pencil"
          label={t('groups.edit', { name: group.name })}
          to={`/groups/edit?${new URLSearchParams({ id: group.id })}`}
        />
      </div>
      {isOpen && (
        <ul className={styles.members}>
          {members.map((member) => (
            <li key={member.id}>
              <Link
                className={styles.member}
                to={devicePath(member, 'control')}
                state={deviceLinkState(member)}
              >
                <span>{member.name}</span>
                <span className={styles.state}>{memberText(member, t)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A slider with the mean of an axis and the target while the members move there. */
function AxisSlider(props: {
  axis: Axis
  device: DeviceInfo | undefined
  mean: string
  target: number | undefined
  spread: string | null
  onDraft: (value: number | null) => void
  onCommit: (value: number) => void
}) {
  const { t } = useTranslation()
  const { axis, device, mean, target } = props
  if (device === undefined) return null
  const isMain = mainAxisOf(device) === axis
  return (
    <ShareSlider
      isLine
      label={t(isMain ? 'groups.mean' : 'groups.tilt')}
      value={mean === '' ? null : Number(mean)}
      target={target ?? null}
      unknown={t('card.word.unknown')}
      spread={isMain ? props.spread : null}
      describe={(value) => {
        const figure = figureText(device, axis, value, t)
        return isMain ? figure : t('card.tilt', { angle: figure })
      }}
      onDraft={isMain ? props.onDraft : () => {}}
      onCommit={props.onCommit}
    />
  )
}

function LightSlider(props: {
  members: readonly DeviceInfo[]
  spread: string | null
  onCommit: (value: number) => void
}) {
  const { t } = useTranslation()
  const known = levelsOf(props.members)
  const mean = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length
  return (
    <ShareSlider
      isLine
      label={t('groups.brightness')}
      value={mean}
      spread={props.spread}
      unknown={t('card.light.unknown')}
      describe={(value) => t('card.percent', { value: Math.round(value * 100) })}
      onCommit={props.onCommit}
    />
  )
}
