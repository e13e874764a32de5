CREATE TABLE "entities" (
	"account_id" uuid NOT NULL,
	"id" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"ignored" boolean NOT NULL,
	"topic" text,
	CONSTRAINT "entities_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "entity_configs" (
	"account_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"payload" "bytea" NOT NULL,
	CONSTRAINT "entity_configs_account_id_topic_pk" PRIMARY KEY("account_id","topic")
);
--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_configs" ADD CONSTRAINT "entity_configs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;