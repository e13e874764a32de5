import type { Entity } from '@senca/contract/discovery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { directionSettings } from './add-draft.ts'
import { discoveryApi, reloadFound } from './discovery.ts'
import { abilitiesOf, entityName, iconOf } from './entity-words.ts'
import styles from './found.module.css'
import { type FoundDevice, oneTapOf, usable } from './found-devices.ts'
import { canNudge } from './nudge.ts'
import { Problems } from './problems.tsx'
import { TryKey } from './try-key.tsx'
import { addDevice, useSayAdded } from './use-add.ts'

/** A device that was found: what it can do, what is wrong with it, and the keys that try and add it. */
export function FoundRow({ found, takenNames }: { found: FoundDevice; takenNames: readonly string[] }) {
  const { t } = useTranslation()
  const { entities, folded } = found
  const [first] = entities.length > 0 ? entities : folded
  if (first === undefined) return null
  const name = found.name ?? t('found.unnamed')
  return (
    <li className={styles.device}>
      <Icon name={iconOf(first)} />
      <div className={styles.words}>
        <h2 className={styles.name}>{name}</h2>
        <Facts facts={[...found.facts, found.isAvailable ? null : t('found.offline')]} />
        {entities.length > 1 ? (
          <EntityList entities={entities} />
        ) : (
          entities.map((entity) => <Facts key={entity.id} facts={abilitiesOf(entity, t)} />)
        )}
        <Problems entities={entities} />
        <Keys found={found} name={name} takenNames={takenNames} />
        {folded.length > 0 && (
          <details className={styles.folded}>
            <summary>{t('found.folded', { count: folded.length })}</summary>
            <EntityList entities={folded} />
          </details>
        )}
      </div>
    </li>
  )
}

function EntityList({ entities }: { entities: readonly Entity[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.entities}>
      {entities.map((entity) => (
        <li key={entity.id}>
          <p className={styles.entity}>{entityName(entity, t)}</p>
          <Facts facts={abilitiesOf(entity, t)} />
        </li>
      ))}
    </ul>
  )
}

function Keys(props: { found: FoundDevice; name: string; takenNames: readonly string[] }) {
  const { found, name } = props
  const { t } = useTranslation()
  const [isInverted, setInverted] = useState<boolean | null>(null)
  const [first, ...others] = usable(found)
  const tap = oneTapOf(found, props.takenNames)
  return (
    <>
      {isInverted === true && <p className={styles.turned}>{t('found.turned')}</p>}
      <div className={styles.keys}>
        {tap !== null && <AddKey tap={tap} isInverted={isInverted === true} />}
        {tap === null && first !== undefined && (
          <ButtonLink to={`/newdevices/add?${new URLSearchParams({ id: first.id })}`}>
            {t('found.setUp')}
          </ButtonLink>
        )}
        {tap !== null && first !== undefined && others.length === 0 && canNudge(first) && (
          <TryKey entity={first} name={name} isAwning={false} onDirection={setInverted} />
        )}
        <span className={styles.away}>
          <IgnoreKey found={found} name={name} />
          <ForgetKey found={found} name={name} />
        </span>
      </div>
    </>
  )
}

function AddKey(props: { tap: NonNullable<ReturnType<typeof oneTapOf>>; isInverted: boolean }) {
  const { id, devicetype, name } = props.tap
  const { t } = useTranslation()
  const sayAdded = useSayAdded()
  const add = useServerCall({
    send: () =>
      addDevice({
        ids: [id],
        devicetype,
        name,
        ...(props.isInverted ? { settings: directionSettings(devicetype, true) } : {}),
      }),
    onDone: sayAdded,
  })
  return (
    <Button
      variant="primary"
      loading={add.isSending || add.isDone}
      aria-label={t('found.addNamed', { name })}
      onClick={() => add.send()}
    >
      {t('found.add')}
    </Button>
  )
}

const idsOf = ({ entities, folded }: FoundDevice): string[] => [...entities, ...folded].map(({ id }) => id)

function IgnoreKey({ found, name }: { found: FoundDevice; name: string }) {
  const { t } = useTranslation()
  const change = useServerCall({
    send: async (ignored: boolean) => {
      await discoveryApi.ignore(idsOf(found), ignored)
      await reloadFound()
    },
    onDone(_, ignored) {
      if (!ignored) return
      const undo = { label: t('found.undo'), run: () => change.send(false), isPassing: true }
      showMessage('success', t('found.ignoredDone', { name }), { action: undo })
    },
  })
  return (
    <IconButton icon="eyeShut" label={t('found.ignoreNamed', { name })} onClick={() => change.send(true)} />
  )
}

function ForgetKey({ found, name }: { found: FoundDevice; name: string }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const forget = useServerCall({
    send: async () => {
      await discoveryApi.forget(idsOf(found))
      await reloadFound()
    },
    onDone: () => setAsked(false),
  })
  return (
    <>
      <IconButton icon="trash" label={t('found.forgetNamed', { name })} onClick={() => setAsked(true)} />
      <ConfirmDialog
        open={isAsked}
        title={t('found.forgetTitle', { name })}
        text={t('found.forgetText')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('found.forget')}
        danger
        loading={forget.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => forget.send()}
      />
    </>
  )
}
