import type { KeyboardEvent, ReactNode } from 'react'
import { LeaveDialog } from '#ui/feedback/leave-dialog.tsx'
import type { useForm } from './use-form.ts'
import { useLeaveWords } from './use-leave-words.ts'

/** The element of a form of `useForm`, and the question to a person who leaves with changes. */
export function Form(props: {
  form: Pick<ReturnType<typeof useForm>, 'element' | 'submit' | 'guard' | 'canSave' | 'isSending'>
  className?: string | undefined
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  const { form } = props
  return (
    <>
      <form
        ref={form.element}
        className={props.className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
        onKeyDown={props.onKeyDown}
      >
        {props.children}
      </form>
      <LeaveDialog
        guard={form.guard}
        words={useLeaveWords()}
        isBusy={form.isSending}
        onSave={form.canSave ? form.submit : null}
      />
    </>
  )
}
