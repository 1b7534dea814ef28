/** Characters that `ticket.title` holds, as far as the family fills it. */
export const TITLE_LENGTH = 191;
/** Characters that `ticket.customer_id` holds. */
export const CUSTOMER_ID_LENGTH = 150;
/** Characters that `ticket.customer_user_id` holds. */
export const CUSTOMER_USER_LENGTH = 191;
