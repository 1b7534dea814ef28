/** When something is judged or shown. */
export interface Moment {
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
}
