/** Something the person who started us can understand and mend: its message is printed, its stack is not. */
export class Failure extends Error {
  name = 'Failure'

  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/** Prints an error the way a person wants it, and what a failed program had to say. */
export function printFailure(error) {
  if (!(error instanceof Failure)) return console.error(`\n${error?.stack ?? error}`)
  if (error.output) console.error(`\n${error.output}`)
  if (error.message) console.error(`\n${error.message}`)
}
