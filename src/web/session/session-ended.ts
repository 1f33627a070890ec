/** What everything of a session is broken off with at its end. On purpose: nobody has to be told. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';

  constructor() {
    super('The session has ended');
  }
}
