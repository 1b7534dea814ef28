import type pg from 'pg';

/** Ids by names and names by ids, read once: what the product has in its catalogue. */
export interface Names {
  readonly queues: NamedRows;
  readonly states: NamedRows;
  readonly priorities: NamedRows;
  readonly agents: NamedRows;
  readonly fields: NamedRows;
  readonly agent: Agent;
}

/** Who calls: the second agent of all databases that are measured. */
interface Agent {
  readonly id: number;
  readonly login: string;
  readonly fullName: string;
  /** Groups in which it may read. */
  readonly groups: readonly number[];
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
  /** The group of a queue, the type of a state. */
  readonly detail: string | number | null;
}

export interface NamedRows {
  readonly ids: ReadonlyMap<string, number>;
  readonly byID: ReadonlyMap<number, NamedRow>;
}

export async function loadNames(pool: pg.Pool): Promise<Names> {
  return {
    queues: await load(pool, 'select id, name, group_id as detail from queue'),
    states: await load(
      pool,
      'select s.id, s.name, t.name as detail from ticket_state s join ticket_state_type t on t.id = s.type_id',
    ),
    priorities: await load(pool, 'select id, name, null as detail from ticket_priority'),
    agents: await load(pool, 'select id, login as name, null as detail from users'),
    fields: await load(pool, 'select id, name, null as detail from dynamic_field'),
    agent: await loadAgent(pool, 2),
  };
}

async function loadAgent(pool: pg.Pool, id: number): Promise<Agent> {
  const { rows } = await pool.query<Agent>(
    `select id, login, first_name || ' ' || last_name as "fullName",
       array(select group_id from group_user where user_id = users.id) as groups
     from users where id = $1`,
    [id],
  );
  const [agent] = rows;
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  return agent;
}

async function load(pool: pg.Pool, text: string): Promise<NamedRows> {
  const { rows } = await pool.query<NamedRow>(text);
  return { ids: new Map(rows.map(({ id, name }) => [name, id])), byID: new Map(rows.map((row) => [row.id, row])) };
}
