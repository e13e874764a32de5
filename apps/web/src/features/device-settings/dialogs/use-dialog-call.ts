import { showMessage } from '#core/messages.ts'
import { useServerCall } from '#i18n/use-server-call.ts'

/** The server call of a dialog. On success it closes the dialog and shows `doneText`; an error stays in the dialog. */
export const useDialogCall = <Input = void, Answer = unknown>(dialog: {
  send: (input: Input) => Promise<Answer>
  onDone?: (answer: Answer) => void
  onClose: () => void
  doneText: string
}) =>
  useServerCall<Input, Answer>({
    send: dialog.send,
    onDone: (answer) => {
      dialog.onDone?.(answer)
      dialog.onClose()
      showMessage('success', dialog.doneText)
    },
    onFailure: () => null,
  })
