/** Timestamps of a ticket for the extended fields; undefined if there was no such event. */
export interface TicketMilestones {
  /** The first visible article of an agent. */
  readonly firstResponse?: string;
  readonly firstLock?: string;
  /** The last time that the ticket was closed. */
  readonly closed?: string;
  /** All previous states, oldest first. */
  readonly states: readonly { readonly stateID: number; readonly time: string }[];
}

/** Selects the milestones of a row `t` of `ticket`. Times are texts, since JSON would write them with a T. */
export const MILESTONES = `(select jsonb_strip_nulls(jsonb_build_object(
    'firstResponse', (select min(a.create_time)::text from article a
      join article_sender_type s on s.id = a.article_sender_type_id and s.name = 'agent'
      where a.ticket_id = t.id and a.is_visible_for_customer = 1),
    'firstLock', (select min(h.create_time)::text from ticket_history h
      join ticket_history_type y on y.id = h.history_type_id and y.name = 'Lock'
      where h.ticket_id = t.id),
    'closed', max(phase.create_time) filter (where phase.is_closed)::text,
    'states', coalesce(jsonb_agg(jsonb_build_object('stateID', phase.state_id, 'time', phase.create_time::text)
      order by phase.create_time, phase.id), '[]')))
  from (select h.id, h.state_id, h.create_time, st.valid_id = 1 and tt.name = 'closed' as is_closed from ticket_history h
    join ticket_history_type y on y.id = h.history_type_id and y.name in ('NewTicket', 'StateUpdate')
    join ticket_state st on st.id = h.state_id
    join ticket_state_type tt on tt.id = st.type_id
    where h.ticket_id = t.id) phase) as milestones`;
