import type { Entity } from '@senca/contract/discovery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { discoveryApi } from './discovery.ts'
import styles from './found.module.css'
import { nudgeDirection } from './nudge.ts'

/**
 * Lets an entity move or switch for a moment, which shows which one it is. Of a cover it asks which way it moved; `onDirection` is
 * called with whether open and closed must be swapped. `isAwning` asks in the words of an awning, whose open is in.
 */
export function TryKey(props: {
  entity: Entity
  name: string
  isAwning: boolean
  onDirection: (isInverted: boolean) => void
}) {
  const { entity } = props
  const { t } = useTranslation()
  const [sent, setSent] = useState<'open' | 'close' | null>(null)
  const nudge = useServerCall({
    send: () => discoveryApi.try({ id: entity.id, do: 'nudge' }),
    onDone() {
      if (entity.kind === 'cover') setSent(nudgeDirection(entity))
      else showMessage('success', t('found.switched', { name: props.name }))
    },
  })
  return (
    <>
      <Button
        loading={nudge.isSending}
        isCommand
        aria-label={t('found.tryNamed', { name: props.name })}
        onClick={() => nudge.send()}
      >
        {t('found.try')}
      </Button>
      <DirectionDialog
        isOpen={sent !== null}
        isAwning={props.isAwning}
        onAnswer={(moved) => {
          if (moved !== null) props.onDirection(moved !== sent)
          setSent(null)
        }}
      />
    </>
  )
}

/** Asks which way the cover moved first; null if it did not move, or the person does not know. */
function DirectionDialog(props: {
  isOpen: boolean
  isAwning: boolean
  onAnswer: (moved: 'open' | 'close' | null) => void
}) {
  const { t } = useTranslation()
  const words = props.isAwning ? 'awning' : 'shade'
  return (
    <Dialog
      open={props.isOpen}
      title={t(`found.moved.${words}.title`)}
      text={t('found.moved.text')}
      onCancel={() => props.onAnswer(null)}
      actions={
        <Button variant="quiet" onClick={() => props.onAnswer(null)}>
          {t('found.moved.none')}
        </Button>
      }
    >
      <div className={styles.answers}>
        <Button wide variant="primary" onClick={() => props.onAnswer('open')}>
          {t(`found.moved.${words}.open`)}
        </Button>
        <Button wide onClick={() => props.onAnswer('close')}>
          {t(`found.moved.${words}.close`)}
        </Button>
      </div>
    </Dialog>
  )
}
