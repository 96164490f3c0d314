/** Writes server-sent events with their place in the stream; the name of each is its type. */
export class EventWriter {
  #sequence = 0

  write(type: string, fields: object): string {
    const data = { type, sequence_number: this.#sequence++, ...fields }
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
